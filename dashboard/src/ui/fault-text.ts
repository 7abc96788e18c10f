// The texts of a kind of fault: one for each code of the catalogue, so that a code without a text does not compile.
import type { FaultCode, FaultParams } from '@anden/sdk'
import type { MessageDescriptor } from '@lingui/core'

export type FaultTexts<Code extends FaultCode> = {
  readonly [One in Code]: (params: FaultParams[One]) => MessageDescriptor
}

/** null: a service that is newer than this page has added the code. */
export function faultText<Code extends FaultCode>(
  texts: FaultTexts<Code>,
  { code, params }: { code: Code; params: FaultParams[Code] },
): MessageDescriptor | null {
  return Object.hasOwn(texts, code) ? texts[code](params) : null
}
