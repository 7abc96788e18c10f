// What the types of the library leave out.
declare namespace PDFKit.Mixins {
  type OpenImage = { width: number; height: number }

  interface PDFImage {
    /** Throws if it is neither JPEG nor PNG, or is damaged. `image` takes what it returns. */
    openImage(content: Buffer): OpenImage
    image(picture: OpenImage, x: number, y: number, options: ImageOption): this
  }
}
