// The entry point: providers and router.
import './ui/fonts.css'
import './ui/mantine.css'
import './ui/theme.css'
import './ui/one-click.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { queryClient } from './shared/api.ts'
import { environment, isSandbox } from './shared/environment.ts'
import { router } from './shell/router.tsx'
import { keepDraftsApart } from './ui/form/draft-place.ts'
import { cssVariables, theme } from './ui/theme.ts'

if (isSandbox) keepDraftsApart(environment)

// The content security policy allows style elements only with the nonce of this response.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The font was requested before the scripts, so it is usually there. If it is later than this, the text changes to it. */
const fontLimitMs = 1000
const font = document.fonts.load('1em "Inter Variable"').catch(() => undefined)
const tooLate = new Promise((resolve) => setTimeout(resolve, fontLimitMs))

void Promise.race([font, tooLate]).then(() =>
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  ),
)
