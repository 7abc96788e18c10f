// The protocol has no language of the client. A prompt or a page is in the language of its argument, else in that of
// Accept-Language, else in English, which most agents are configured in.
import { type Language, languages, OneOf } from '@anden/contract'
import { preferredLanguage } from '../http/wire/accept-language.ts'

export type McpLanguage = Language

export const languageOf = (acceptLanguage: string | undefined): McpLanguage =>
  preferredLanguage(`${acceptLanguage ?? ''},en;q=0.001`)

export const languageArgument = OneOf(languages, {
  description: 'Of the texts. Default: as the agent says, else `en`',
})
