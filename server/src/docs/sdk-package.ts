// `/docs/sdk.tgz`: the SDK of this version of the service, for `npm install`. Beside it is an address with the version and a
// hash of the content, whose bytes never change. The docs show both, and what npm calls the package.

export type SdkPackage = {
  name: string
  version: string
  /** As lockfiles have it. */
  integrity: string
  bytes: Buffer
  /** The last segment of the address that never changes. */
  file: string
}

export const sdkPath = '/docs/sdk.tgz'

/** What stands in the files of the docs for what an installation has. */
const exampleUrl = 'https://portal.example.com'
const exampleFile = 'sdk-X.Y.Z.tgz'
const exampleVersion = 'X.Y.Z'
const exampleIntegrity = 'sha512-…'

/** A page for clients, with the address of this installation and its SDK. */
export function withOwnAddress(text: string, baseUrl: string, sdk: SdkPackage | null): string {
  const addressed = text.replaceAll(exampleUrl, baseUrl)
  if (!sdk) return addressed
  return addressed
    .replaceAll(exampleFile, sdk.file)
    .replaceAll(exampleVersion, sdk.version)
    .replaceAll(exampleIntegrity, sdk.integrity)
}
