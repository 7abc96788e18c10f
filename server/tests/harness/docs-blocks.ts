// The code of the documentation, so that tests can run it, compile it and compare it with the service.
import { readFileSync } from 'node:fs'
import { Marked, type Tokens } from 'marked'
import { docsFiles, pageOfFile } from '../../src/docs/sources.ts'

const docs = new URL('../../../docs/', import.meta.url)
const marked = new Marked()

export type CodeBlock = { file: string; language: string; caption: string; code: string }

export const pageFiles = docsFiles().filter((file) => pageOfFile(file))
export const textOfPage = (file: string) => readFileSync(new URL(file, docs), 'utf8')

/** The fenced blocks of a page, in order. */
export function blocksOf(file: string): CodeBlock[] {
  return marked
    .lexer(textOfPage(file))
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text }) => {
      const [language = '', ...caption] = lang.split(' ')
      return { file, language, caption: caption.join(' '), code: text }
    })
}

/** The code spans of a page, including those in tables and lists. */
export function spansOf(file: string): string[] {
  const spans: string[] = []
  marked.walkTokens(marked.lexer(textOfPage(file)), (token) => {
    if (token.type === 'codespan') spans.push(token['text'])
  })
  return spans
}

/** The rows of each table of a page, each cell as it is written. */
export function tablesOf(file: string): string[][][] {
  const tables = marked
    .lexer(textOfPage(file))
    .filter((token): token is Tokens.Table => token.type === 'table')
  return tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))
}

export const firstTableOf = (file: string): string[][] => tablesOf(file)[0] ?? []
