// The findings of `doctor`, one per check.

/** A warning is no failure: the service would start. */
export type Finding = { check: string; ok: boolean; warning: boolean; detail: string }

export const passed = (check: string, detail: string): Finding => ({
  check,
  ok: true,
  warning: false,
  detail,
})
export const failed = (check: string, detail: string): Finding => ({
  check,
  ok: false,
  warning: false,
  detail,
})

export async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return passed(check, await work())
  } catch (error) {
    return failed(check, (error as Error).message.replaceAll('\n', '; '))
  }
}
