// Every link of the documentation leads somewhere: to a page and a heading of it, to a file, or to a path that is served.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import { anchorsOfPage } from './anchors.ts'
import { errorsSlug, pageSlugs, referenceSlugs } from './contents.ts'
import { plainText } from './render.ts'
import { docsFiles, fileOfPage, isPublishedFile, pageOfFile, resolvedFile } from './sources.ts'

const workspace = fileURLToPath(new URL('../../../', import.meta.url))
const files = docsFiles()
const pages = files.filter((file) => pageOfFile(file))
const generated: readonly string[] = [...Object.values(referenceSlugs), errorsSlug]
const service = await useService({ asDocumented: false })
const marked = new Marked()

function linksOf(text: string): string[] {
  const links: string[] = []
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token['href'])
  })
  return links
}

const isExternal = (href: string) => /^https?:/.test(href)

/** The links of a file that do not lead to an existing file, or not to a heading of it. */
function brokenLinks(file: string): string[] {
  const path = join(workspace, file)
  return linksOf(readFileSync(path, 'utf8'))
    .filter((href) => !isExternal(href) && !href.startsWith('/'))
    .filter((href) => {
      const [target = '', fragment] = href.split('#')
      const targetPath = target === '' ? path : join(dirname(path), target)
      return !existsSync(targetPath) || (fragment !== undefined && !anchorsIn(targetPath).includes(fragment))
    })
}

function anchorsIn(path: string): string[] {
  const anchorOf = anchorsOfPage()
  return marked
    .lexer(readFileSync(path, 'utf8'))
    .filter(({ type }) => type === 'heading')
    .map((token) => anchorOf(plainText('tokens' in token ? (token.tokens ?? []) : [])))
}

describe('the contents', () => {
  test('list every page, and no page that does not exist', () => {
    const listed = pageSlugs.filter((slug) => !generated.includes(slug)).map((slug) => fileOfPage('en', slug))
    expect(pages.filter((file) => file.startsWith('en/'))).toEqual(listed.sort())
    const spanish = pages.filter((file) => file.startsWith('es/'))
    expect(spanish.filter((file) => !listed.includes(file.replace(/^es/, 'en')))).toEqual([])
  })
})

test('every page is in both languages', () => {
  const slugs = pageSlugs.filter(
    (slug) => !/^(warehouse|operating)\//.test(slug) && !generated.includes(slug),
  )
  expect(slugs.map((slug) => fileOfPage('es', slug)).filter((file) => !pages.includes(file))).toEqual([])
})

describe('links', () => {
  const others = globSync(['*.md', 'deploy/**/*.md', 'bench/*.md', 'sdk/*.md', 'docs/decisions/*.md'], {
    cwd: workspace,
  })

  test.each([...pages.map((file) => `docs/${file}`), ...others].sort())('of %s exist', (file) => {
    expect(brokenLinks(file)).toEqual([])
  })

  test('of pages stay within what the site serves', () => {
    const outside = pages.flatMap((file) =>
      linksOf(readFileSync(join(workspace, 'docs', file), 'utf8'))
        .filter((href) => !isExternal(href) && !/^[/#]/.test(href))
        .map((href) => resolvedFile(file, href))
        .filter((target) => !pages.includes(target) && !isPublishedFile(target))
        .map((target) => `${file} → ${target}`),
    )
    expect(outside).toEqual([])
  })

  test('of pages and their frames are served', async () => {
    const rendered = await Promise.all(
      pageSlugs.map(async (slug) => {
        const page = await fetch(`${service.url}/docs/en/${slug === 'index' ? '' : slug}`)
        return page.text()
      }),
    )
    const paths = rendered.flatMap((html) =>
      [...html.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, path = '']) => path),
    )
    const broken = await Promise.all(
      [...new Set(paths)].map(async (path) => {
        const { status } = await fetch(service.url + path, { method: 'HEAD' })
        return status === 200 ? [] : [`${status} ${path}`]
      }),
    )
    expect(paths.length).toBeGreaterThan(100)
    expect(broken.flat()).toEqual([])
  })

  test('to headings exist in the rendered pages', async () => {
    const html = await (await fetch(`${service.url}/docs/en/reference/portal`)).text()
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const broken = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.has(id))
    expect(broken).toEqual([])
  })
})
