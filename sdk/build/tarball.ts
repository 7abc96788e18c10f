// The package as one file that npm installs, the same as `npm pack` makes. Nothing in it depends on when or where it was
// built, so every installation of a version serves the same bytes.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPackage } from './package.ts'

/** Writes `sdk.tgz`, and `sdk.json` with what npm calls the package and its integrity. */
export function writeTarball(folder: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'anden-sdk-'))
  try {
    buildPackage(directory)
    const bytes = gzipSync(tarOf(directory), { level: 9 })
    const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'sdk.tgz'), bytes)
    writeFileSync(join(folder, 'sdk.json'), JSON.stringify({ name, version, integrity }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const blockBytes = 512
/** The time that npm gives every file. */
const mtimeSeconds = 499_162_500

function tarOf(directory: string): Buffer {
  const files = globSync('**/*', { cwd: directory })
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
  const entries = files.flatMap((name) => {
    const content = readFileSync(join(directory, name))
    return [headerOf(`package/${name}`, content.length), content, padding(content.length)]
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)])
}

const padding = (bytes: number) => Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)

/** The header of a file, as POSIX ustar has it. */
function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a name in a tar file`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  const mode = name.endsWith('/listen/main.js') ? 0o755 : 0o644
  header.write(name, 0)
  header.write(octal(mode, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(bytes, 12), 124)
  header.write(octal(mtimeSeconds, 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
