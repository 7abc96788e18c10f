// Apart from the catalogue, whose sentences the pages of the dashboard do not load.
import type { Fault, FaultCode, FaultParams } from './catalogue.ts'

/** The params are left out where the code has none. */
export const fault = <Code extends FaultCode>(
  code: Code,
  ...[params]: keyof FaultParams<Code> extends never ? [] : [params: FaultParams<Code>]
): Fault<Code> => ({ code, params: params ?? {} }) as Fault<Code>
