import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Diagnosis } from './diagnose.ts'

export type DiagnosisText = { title: string; advice: string }

export function useDiagnosisText(): (diagnosis: Diagnosis) => DiagnosisText {
  const { t } = useLingui()
  return (diagnosis) => {
    const age = 'ageSeconds' in diagnosis ? diagnosis.ageSeconds : 0
    const seconds = plural(age, { one: '# second', other: '# seconds' })
    const texts: Record<Diagnosis['verdict'], [title: string, advice: string]> = {
      valid: [t`The signature is valid`, t`Header, body and secret belong together, and the time is right.`],
      'too-old': [
        t`The signature is valid, but too old: ${seconds}`,
        t`More than 300 seconds are refused, so that nobody can repeat an old request. For a request that you have kept this is expected; on a live one, set the clock of your server.`,
      ],
      'too-new': [
        t`The signature is valid, but from the future: ${seconds}`,
        t`The clock of your server is behind. Set it by NTP.`,
      ],
      'no-header': [t`There is no signature`, t`Paste the value of the header Service-Signature.`],
      'standard-header': [
        t`This is the header webhook-signature`,
        t`Paste Service-Signature instead, which begins with t=. The other one is for libraries of Standard Webhooks.`,
      ],
      'no-time': [
        t`The header has no time`,
        t`It begins with t= and the seconds since 1970. Is it complete?`,
      ],
      'bad-time': [t`The time of the header cannot be read`, t`After t= there are digits only, once.`],
      'no-signature': [
        t`The header has no signature`,
        t`After the time comes v1= and 64 characters. Is it cut off?`,
      ],
      'bad-signature': [
        t`The signature is damaged`,
        t`After v1= come 64 characters, 0 to 9 and a to f in lower case. Was it shortened or changed on the way?`,
      ],
      'not-json': [
        t`The body is not complete JSON`,
        t`A part of it is missing, or something was added. Paste all of it, as it arrived.`,
      ],
      'added-newline': [
        t`The body has a line end that was not sent`,
        t`Verify the bytes as they arrived. Editors, echo and some loggers add a line end.`,
      ],
      'lost-newline': [t`The body has lost its last line end`, t`Do not trim the body before you verify it.`],
      'line-ends': [
        t`The line ends of the body were changed`,
        t`Verify the bytes as they arrived, before anything converts them.`,
      ],
      reserialised: [
        t`The body was parsed and written again`,
        t`The content is the same, the bytes are not: spaces, line breaks or escapes differ. Verify the raw body, before the JSON parser of your framework.`,
      ],
      'secret-spaces': [
        t`The secret has spaces, a line end or quotes around it`,
        t`Trim it where you read it, or correct the setting.`,
      ],
      'secret-prefix': [
        t`The secret lacks its beginning`,
        t`whsec_ is part of the key: use the secret as it was shown, all of it.`,
      ],
      'secret-shape': [
        t`This is not a signing secret`,
        t`It begins with whsec_ and has 64 more characters. It is not the API key.`,
      ],
      'no-match': [
        t`The secret is another one, or the content was changed`,
        t`The header is in order. Check that the secret is that of this very endpoint, and the current one: after a rotation without overlap the old one no longer works. If it is, the body was altered on the way.`,
      ],
    }
    const [title, advice] = texts[diagnosis.verdict]
    return { title, advice }
  }
}
