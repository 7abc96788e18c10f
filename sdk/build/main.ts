// node build/main.ts <directory>            the package as it is published
// node build/main.ts --tarball <directory>  the same as one file
// node build/main.ts --before-pack, --after-pack: for `npm pack`, which packs the workspace: in between, its package.json
// is the published one.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage, workspace } from './package.ts'
import { writeTarball } from './tarball.ts'

const [first = join(workspace, 'dist/package'), second = ''] = process.argv.slice(2)
const own = join(workspace, 'package.json')
const kept = join(workspace, '.build/package.json')

if (first === '--tarball') writeTarball(second)
else if (first === '--before-pack') {
  // It is there if the last one was interrupted.
  if (existsSync(kept)) copyFileSync(kept, own)
  mkdirSync(join(workspace, '.build'), { recursive: true })
  copyFileSync(own, kept)
  buildPackage(workspace)
} else if (first === '--after-pack') {
  copyFileSync(kept, own)
  rmSync(join(workspace, '.build'), { recursive: true })
} else {
  mkdirSync(first, { recursive: true })
  buildPackage(first)
}
