import { ActionIcon, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../data/clipboard.ts'
import { Icon } from './icons.tsx'

const SHOWN_MS = 1_200

/** Copies a text; `what` names it for those who cannot see which one is meant. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const label = copied ? t('common.copied') : t('common.copy_what', { what })
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={label}
        onClick={() => {
          void copyText(typeof text === 'function' ? text() : text).then(setCopied)
        }}
      >
        <Icon name={copied ? 'check' : 'copy'} size={13} />
      </ActionIcon>
    </Tooltip>
  )
}
