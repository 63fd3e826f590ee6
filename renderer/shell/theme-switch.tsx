import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'

export function ThemeSwitch() {
  const { t } = useTranslation()
  // Without `keepTransitions` it would switch them off with a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t(`shell.to_${other}`)} onClick={() => setColorScheme(other)}>
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}
