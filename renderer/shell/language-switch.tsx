import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import { chooseLanguage, LANGUAGES } from '../i18n/i18n.ts'

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
        {LANGUAGES.map(({ id, name }) => (
          <Menu.Item
            key={id}
            lang={id}
            role="menuitemradio"
            aria-checked={i18n.language === id}
            rightSection={i18n.language === id ? <Icon name="check" size={13} /> : undefined}
            onClick={() => void chooseLanguage(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
