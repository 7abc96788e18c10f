#!/usr/bin/env node
// `exec` for Windows, whose shell has none; on other systems the shell's own takes precedence. npm scripts begin with it
// so that no shell remains between npm and the server. npm would forward a SIGTERM to that shell, which would exit
// without forwarding it, and npm would report a failure while the server is still draining.
import { spawnSync } from 'node:child_process'

const command = process.argv.slice(2).join(' ')
process.exitCode = spawnSync(command, { stdio: 'inherit', shell: true }).status ?? 1
