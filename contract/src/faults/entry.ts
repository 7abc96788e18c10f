// What an entry of the catalogue of faults is: the kinds of its params, and the English sentence that is made from them.
import type { UnitType } from '../products.ts'
import type { Fault, FaultCode, FaultParams } from './catalogue.ts'

type Kinds = { number: number; string: string; strings: readonly string[]; unit: UnitType }
export type ParamKind = keyof Kinds
export type ParamKinds = Readonly<Record<string, ParamKind>>
type ParamsOf<Params extends ParamKinds> = { readonly [Name in keyof Params]: Kinds[Params[Name]] }

export type FaultEntry<Params extends ParamKinds = ParamKinds> = {
  readonly params: Params
  /** Worded as what to change, and completes a sentence that begins with the place: "/name must not be empty". */
  sentence(params: ParamsOf<Params>): string
}
export type ParamsOfEntry<Entry> = Entry extends FaultEntry<infer Params> ? ParamsOf<Params> : never

/** A fault whose sentence is always the same. */
export const plain = (sentence: string): FaultEntry<Record<never, never>> => ({
  params: {},
  sentence: () => sentence,
})

/** A fault whose sentence names figures. */
export const withParams = <const Params extends ParamKinds>(
  params: Params,
  sentence: (params: ParamsOf<Params>) => string,
): FaultEntry<Params> => ({ params, sentence })

// Apart from the catalogue, whose sentences the pages of the dashboard do not load.

/** The params are left out where the code has none. */
export const fault = <Code extends FaultCode>(
  code: Code,
  ...[params]: keyof FaultParams<Code> extends never ? [] : [params: FaultParams<Code>]
): Fault<Code> => ({ code, params: params ?? {} }) as Fault<Code>
