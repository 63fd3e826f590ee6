import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useContract } from '../../data/contract.ts'
import { addEnglish } from '../../i18n/add-english.ts'
import { titleText } from '../../i18n/said.ts'
import { CopyButton } from '../copy-button.tsx'
import { Section } from '../detail.tsx'
import { PlainText } from '../json-view.tsx'
import classes from './code.module.css'
import { verifying } from './text.en.ts'

addEnglish({ verifying })

/** A function that verifies rightly, in the language of the receiver. */
export function VerifyingCode({ language, onLanguage }: { language: string; onLanguage: (language: string) => void }) {
  const { t } = useTranslation()
  const snippets = useContract()?.signature_snippets ?? []
  const shown = snippets.find(snippet => snippet.language === language) ?? snippets[0]
  if (!shown) return null
  return (
    <Section
      title={t('verifying.code')}
      aside={<CopyButton text={shown.code} what={t('verifying.copy_code', { language: shown.title })} />}
    >
      <SegmentedControl
        size="xs"
        className={classes.languages ?? ''}
        aria-label={t('verifying.languages')}
        value={shown.language}
        onChange={onLanguage}
        data={snippets.map(({ language: value, title }) => ({ value, label: title }))}
      />
      <div className={classes.file}>
        <div className={classes.file_name}>{shown.file_name}</div>
        <PlainText text={shown.code} label={t('verifying.copy_code', { language: shown.title })} />
      </div>
      <p className={classes.raw_body}>
        <strong>{t('verifying.raw_body')}</strong>
        {t('common.colon')}
        {titleText(t, 'raw_bodies', { id: shown.language, title: shown.raw_body })}
      </p>
    </Section>
  )
}
