// Bar codes that the browser itself recognises in a picture. Chrome on Android does; others do not, and have no button.

type Detected = { rawValue: string }
type Detector = { detect: (source: CanvasImageSource) => Promise<Detected[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canReadCodes = () => detectorClass() !== undefined && navigator.mediaDevices !== undefined

/** What goods and their labels have. A format that a device does not know makes it refuse all of them. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128', 'data_matrix', 'qr_code']

/** A code counts again only after it was out of sight for this long, so that one that stays in the picture counts once. */
const goneAfterMs = 900
const everyMs = 150

/** Calls `found` for each code that comes into sight, until the signal is aborted. */
export async function watchCodes(
  video: HTMLVideoElement,
  found: (code: string) => void,
  signal: AbortSignal,
) {
  const Detector = detectorClass()
  if (!Detector) return
  const detector = new Detector({ formats })
  const seenAt = new Map<string, number>()
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => [])
    const now = performance.now()
    for (const { rawValue } of codes) {
      const before = seenAt.get(rawValue)
      seenAt.set(rawValue, now)
      if (!signal.aborted && (before === undefined || now - before > goneAfterMs)) found(rawValue)
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
