// Mantine's dialogs scroll with its ScrollArea, which takes one short function from the library that places menus. That
// brought 13 kB, a third of what a dialog loads. @mantine/hooks has the same function.
import type { Plugin } from 'vite'

const id = '\0merge-refs'

export function dialogsWithoutMenus(): Plugin {
  return {
    name: 'anden:dialogs-without-menus',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '@floating-ui/react' && importer?.endsWith('/ScrollArea/ScrollArea.mjs') ? id : null,
    load: (asked) =>
      asked === id
        ? `import { useMergedRef } from '@mantine/hooks'
           export const useMergeRefs = (refs) => useMergedRef(...refs)`
        : null,
  }
}
