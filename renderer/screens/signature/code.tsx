import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { Section } from '../../components/detail.tsx'
import { PlainText } from '../../components/json-view.tsx'
import { useContract } from '../../data/contract.ts'
import { titleText } from '../../i18n/said.ts'
import classes from './signature.module.css'

/** A function that verifies rightly, in the language of the receiver. */
export function Code({ language, onLanguage }: { language: string; onLanguage: (language: string) => void }) {
  const { t } = useTranslation()
  const snippets = useContract()?.signature_snippets ?? []
  const shown = snippets.find(snippet => snippet.language === language) ?? snippets[0]
  if (!shown) return null
  return (
    <Section
      title={t('signature.code')}
      aside={<CopyButton text={shown.code} what={t('signature.copy_code', { language: shown.title })} />}
    >
      <SegmentedControl
        size="xs"
        className={classes.languages ?? ''}
        aria-label={t('signature.languages')}
        value={shown.language}
        onChange={onLanguage}
        data={snippets.map(({ language: value, title }) => ({ value, label: title }))}
      />
      <div className={classes.file}>
        <div className={classes.file_name}>{shown.file_name}</div>
        <PlainText text={shown.code} label={t('signature.copy_code', { language: shown.title })} />
      </div>
      <p className={classes.raw_body}>
        <strong>{t('signature.raw_body')}</strong>
        {t('common.colon')}
        {titleText(t, 'raw_bodies', { id: shown.language, title: shown.raw_body })}
      </p>
    </Section>
  )
}
