import { useLingui } from '@lingui/react/macro'
import { Input, type MantineColorScheme, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { language } from '../../ui/languages.ts'
import type { Language } from '../../ui/locale-of.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { changeLanguage } from '../session.ts'

/** The language is stored with the user, the theme in this browser. */
export function Appearance() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const change = useAction({ mutationFn: (next: Language) => changeLanguage(next) })
  const languages: { value: Language; label: string }[] = [
    { value: 'es', label: 'Español' },
    { value: 'en', label: 'English' },
  ]
  const themes: { value: MantineColorScheme; label: string }[] = [
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
    { value: 'auto', label: t`System` },
  ]
  return (
    <Card title={t`Language and theme`}>
      <Stack gap="md">
        <div>
          <Input.Label component="div">{t`Language`}</Input.Label>
          <SegmentedControl
            fullWidth
            aria-label={t`Language`}
            data={languages}
            value={language()}
            onChange={change.mutate}
          />
        </div>
        <div>
          <Input.Label component="div">{t`Theme`}</Input.Label>
          <SegmentedControl
            fullWidth
            aria-label={t`Theme`}
            data={themes}
            value={colorScheme}
            onChange={setColorScheme}
          />
        </div>
        {change.isError ? <ProblemNote error={change.error} /> : null}
      </Stack>
    </Card>
  )
}
