#!/usr/bin/env node
// `exec` for Windows, whose shell has none; everywhere else the shell's own comes first. npm scripts begin with it so
// that no shell stays between npm and the server: npm passes a SIGTERM on to the shell, which dies of it and tells
// nobody, and npm reports a failure while the server is still draining.
import { spawnSync } from 'node:child_process'

const command = process.argv.slice(2).join(' ')
process.exitCode = spawnSync(command, { stdio: 'inherit', shell: true }).status ?? 1
