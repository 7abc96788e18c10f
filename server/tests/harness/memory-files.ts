// A storage of files in memory, for what writes them without a service.
import { buffer } from 'node:stream/consumers'

export function memoryFiles() {
  const stored = new Map<string, Buffer>()
  return {
    stored,
    async put(id: string, content: AsyncIterable<Buffer>): Promise<number> {
      const bytes = await buffer(content)
      stored.set(id, bytes)
      return bytes.length
    },
    async remove(id: string): Promise<void> {
      stored.delete(id)
    },
  }
}
