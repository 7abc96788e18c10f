// Uploads a file, and reports how much of it has been sent, which fetch does not. Workers use it, too.

export type Upload = {
  /** The path, with its query. */
  url: string
  file: Blob
  headers?: Readonly<Record<string, string>>
  /** Takes the share of the file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal | undefined
}

/** `status` is 0 if there was no response. */
export type Answer = { status: number; text: string; requestId: string | null }

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function upload({ url, file, headers = {}, onProgress, signal }: Upload): Promise<Answer> {
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 1),
  )
  request.upload.addEventListener('load', () => onProgress?.(1))
  request.open('POST', url)
  request.setRequestHeader('content-type', file.type === excelType ? excelType : 'text/csv')
  request.setRequestHeader('accept', 'application/json')
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  return new Promise((resolve, reject) => {
    const answer = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader('x-request-id'),
      })
    request.addEventListener('load', answer)
    request.addEventListener('error', answer)
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}
