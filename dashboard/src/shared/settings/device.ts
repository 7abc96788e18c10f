/** Most specific first: every browser also names the browsers that it descends from. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A short description of the user agent, such as `Firefox · Windows`; null if it is unknown. */
export function deviceOf(userAgent: string | null): string | null {
  const named = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1],
  )
  return named.filter(Boolean).join(' · ') || userAgent?.slice(0, 40) || null
}
