import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-view.module.css'
import { bytesOfBase64, hexRows } from './hex-text.ts'
import { TextRegion } from './text-region.tsx'

const SHOWN_BYTES = 4_096

/** Bytes as they went over the wire. */
export function HexView({ base64, label }: { base64: string; label: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const bytes = useMemo(() => bytesOfBase64(base64), [base64])
  return (
    <>
      <TextRegion label={label} look={classes.hex}>
        {hexRows(bytes, whole ? bytes.length : SHOWN_BYTES)}
      </TextRegion>
      {!whole && bytes.length > SHOWN_BYTES && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('body.show_all_bytes', { bytes: bytes.length })}
        </Button>
      )}
    </>
  )
}
