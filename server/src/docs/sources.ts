// The files in docs/: pages in Markdown, and the samples and configuration files that they include or offer.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@anden/contract'
import { pagePath } from './contents.ts'

const docsDirectory = new URL('../../../docs/', import.meta.url)

/** Files that are served as they are, by the beginning of their path. */
const published = ['samples/', 'monitoring/', 'collections/', 'pictures/']
const unpublished = /(^|\/)(node_modules|bin|obj|target|vendor|__pycache__)\//

export const contentTypes: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yml': 'application/yaml; charset=utf-8',
  '.png': 'image/png',
}
const plainTextType = 'text/plain; charset=utf-8'

/** Empty if the service was installed without them. */
export function docsFiles(): string[] {
  try {
    return readdirSync(docsDirectory, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(fileURLToPath(docsDirectory), join(entry.parentPath, entry.name)))
      .filter((file) => !unpublished.test(file))
      .sort()
  } catch {
    return []
  }
}

export const isPublishedFile = (file: string) => published.some((prefix) => file.startsWith(prefix))
export const typeOfFile = (file: string) => contentTypes[extname(file)] ?? plainTextType
export const readDocsFile = (file: string) => readFile(new URL(file, docsDirectory))

/** Width and height of a picture that is served, so that a page does not move when it arrives. */
export function sizeOfPicture(path: string): { width: number; height: number } | null {
  const file = path.replace(/^\/docs\//, '')
  if (!isPublishedFile(file) || extname(file) !== '.png') return null
  const location = new URL(file, docsDirectory)
  if (!existsSync(location)) return null
  // In a PNG, both stand at the same place.
  const bytes = readFileSync(location)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** `en/guides/webhooks.md` → its language and slug. */
export function pageOfFile(file: string): { language: Language; slug: string } | null {
  const [, prefix, slug] = /^([a-z]+)\/(.+)\.md$/.exec(file) ?? []
  const language = languages.find((known) => known === prefix)
  return language && slug ? { language, slug } : null
}

const codeLanguages: Record<string, string> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.py': 'python',
  '.php': 'php',
  '.go': 'go',
  '.cs': 'csharp',
  '.java': 'java',
  '.json': 'json',
  '.yml': 'yaml',
}

/** A paragraph `[name](file "include")` is replaced by that file, so that a page shows the code that is tested. */
export async function withIncludes(text: string, file: string): Promise<string> {
  const parts = await Promise.all(
    text.split('\n').map(async (line) => {
      const [, name, target] = /^\[([^\]]+)\]\(([^)\s]+) "include"\)$/.exec(line) ?? []
      if (!name || !target) return line
      const source = resolvedFile(file, target)
      const code = (await readDocsFile(source)).toString().trimEnd()
      const fence = code.includes('```') ? '````' : '```'
      return `${fence}${codeLanguages[extname(source)] ?? ''} file=docs/${source}\n${code}\n${fence}`
    }),
  )
  return parts.join('\n')
}

/** The path of a relative link from docs/, without its fragment; it starts with `../` outside of docs/. */
export function resolvedFile(from: string, target: string): string {
  const root = 'file:///1/2/3/4/5/docs/'
  const path = new URL(target, root + from).href.replace(/[?#].*$/, '')
  return path.startsWith(root)
    ? decodeURIComponent(path.slice(root.length))
    : `../${path.slice('file:///'.length)}`
}

/** Pages link to each other, and to files, as the files are stored; the site has its own paths. */
export function servedLink(from: string, href: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const file = resolvedFile(from, href)
  const fragment = /#.*$/.exec(href)?.[0] ?? ''
  const page = pageOfFile(file)
  return (page ? pagePath(page.language, page.slug) : `/docs/${file}`) + fragment
}

export const fileOfPage = (language: Language, slug: string) => `${language}/${slug}.md`
