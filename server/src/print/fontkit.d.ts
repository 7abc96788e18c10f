declare module 'fontkit' {
  export function create(file: Buffer): { hasGlyphForCodePoint(codePoint: number): boolean }
}
