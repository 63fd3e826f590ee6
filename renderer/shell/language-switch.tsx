import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('shell.language')}>
          <Icon name="language" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={i18n.language} onChange={language => void chooseLanguage(language as Language)}>
          {LANGUAGES.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} lang={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
