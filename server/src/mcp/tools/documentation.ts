// The tools that need nothing of the account: the catalogue of errors, and the search of the documentation.
import { type ProblemCode, problemEntry, problems, Type } from '@anden/contract'
import { closestTo, compileCheck, type InputSchema } from '@anden/contract/validation'
import type { FieldFault } from '@anden/contract/values'
import type { TSchema } from 'typebox'
import { problemsInSpanish } from '../../docs/problems-es.ts'
import type { DocsReader } from '../../docs/reader.ts'
import { summary } from '../../problem.ts'
import { languageArgument, type McpLanguage } from '../language.ts'
import { type JsonSchema, publishedSchema } from '../selection.ts'
import type { Tool, ToolResult } from '../tool.ts'

const maxSections = 5
const maxSectionChars = 1_500

export type LocalTool = Pick<Tool, 'name' | 'described'> & {
  run(args: unknown, language: McpLanguage): Promise<ToolResult | { refusal: string }>
}

type Members = Record<string, TSchema>

export function documentationTools(docs: DocsReader): readonly LocalTool[] {
  return [
    localTool(
      {
        name: 'explain_error',
        title: 'Explain an error',
        description:
          'What an error of the API means and what to do about it, by its code (`orders/insufficient-stock`) or by the `type` of the problem document.',
        input: {
          code: Type.String({
            minLength: 1,
            maxLength: 500,
            description: 'The code, or the address in `type` that ends with it',
          }),
          language: languageArgument,
        },
        requires: ['code'],
        output: {
          code: Type.String(),
          status: Type.Integer(),
          title: Type.String(),
          detail: Type.String(),
          remedy: Type.String({ description: 'What to do' }),
        },
      },
      async ({ code }, language) => explain(String(code), language),
    ),
    localTool(
      {
        name: 'search_docs',
        title: 'Search the documentation',
        description:
          'Sections of the documentation of the API about a few words, such as `retry webhooks`. The whole page of a section is the resource `uri`.',
        input: {
          query: Type.String({ minLength: 1, maxLength: 200, description: 'A few words' }),
          language: languageArgument,
        },
        requires: ['query'],
        output: {
          sections: Type.Array(
            Type.Object({
              page: Type.String(),
              heading: Type.String({ description: 'Empty: the beginning of the page' }),
              uri: Type.String(),
              text: Type.String({ description: `At most ${maxSectionChars} characters` }),
            }),
          ),
        },
      },
      async ({ query }, language) => {
        const found = await docs.search(language, String(query), maxSections)
        return {
          says: found.length === 0 ? 'Nothing was found: try other words.' : `${found.length} sections.`,
          shown: {
            sections: found.map(({ page, heading, slug, text }) => ({
              page,
              heading,
              uri: docsUri(language, slug),
              text: text.length > maxSectionChars ? `${text.slice(0, maxSectionChars)}…` : text,
            })),
          },
        }
      },
    ),
  ]
}

export const docsUri = (language: McpLanguage, slug: string) => `anden://docs/${language}/${slug}`

function localTool(
  {
    name,
    title,
    description,
    input,
    requires,
    output,
  }: {
    name: string
    title: string
    description: string
    input: Members
    requires: readonly string[]
    output: Members
  },
  run: (args: Record<string, unknown>, language: McpLanguage) => Promise<ToolResult | { refusal: string }>,
): LocalTool {
  const inputSchema = { type: 'object', properties: input, required: requires, additionalProperties: false }
  const check = compileCheck(inputSchema as InputSchema)
  return {
    name,
    described: {
      name,
      title,
      description,
      inputSchema: publishedSchema(inputSchema as TSchema),
      outputSchema: publishedSchema(Type.Object(output)) as JsonSchema,
      annotations: { title, readOnlyHint: true, openWorldHint: false },
    },
    async run(given, preferred) {
      const args = (given ?? {}) as Record<string, unknown>
      const faults: FieldFault[] = []
      check(args, '', faults)
      if (faults.length > 0) return { refusal: summary('arguments', faults) }
      const { language } = args
      return run(args, language === 'es' || language === 'en' ? language : preferred)
    },
  }
}

function explain(given: string, language: McpLanguage): ToolResult | { refusal: string } {
  const code = given.trim().replace(/^.*\/errors\//, '')
  if (!isKnown(code)) {
    const closest = closestTo(code, Object.keys(problems))
    return { refusal: `There is no error with this code.${closest ? ` Did you mean ${closest}?` : ''}` }
  }
  const { status, title } = problemEntry(code)
  const { detail, remedy } = language === 'es' ? problemsInSpanish[code] : problemEntry(code)
  return {
    says: `${code}: ${remedy}`,
    shown: { code, status, title: language === 'es' ? problemsInSpanish[code].title : title, detail, remedy },
  }
}

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problems, code)
