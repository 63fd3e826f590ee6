import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  /** About as tall as what will stand there, so that little moves when it comes. */
  height: number
  /** `edge` where what is around it has no margin of its own. */
  at?: 'edge' | 'inside'
}

/** Stands where something is not known yet. Beside its margin it is as wide as there is room, not as wide as all of it. */
export function Loading({ height, at = 'edge' }: Props) {
  const { t } = useTranslation()
  return (
    <Skeleton
      role="status"
      aria-busy
      height={height}
      width="auto"
      m={at === 'edge' ? 'md' : 0}
      aria-label={t('common.loading')}
    />
  )
}
