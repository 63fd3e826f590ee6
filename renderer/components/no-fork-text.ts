import type { TFunction } from 'i18next'
import type { NoFork } from '../data/recording.ts'

export const noForkText = (t: TFunction, no: NoFork): string =>
  no.why === 'earlier' ? t('axis.no_fork_why.earlier', { oldest: no.oldest }) : t(`axis.no_fork_why.${no.why}`)
