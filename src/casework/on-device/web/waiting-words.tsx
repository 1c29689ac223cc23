import { useTranslation } from 'react-i18next'
import type { Waiting } from '#casework/intakes/web/offline-public.ts'
import { intakesOf, waits } from './use-waiting.ts'

/** What waits to be sent, in words. */
export function WaitingWords({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('on-device')
  const intakes = intakesOf(waiting)
  const { count } = waiting
  if (!waits(waiting)) return t('nothingWaits')
  return [intakes ? t('intakeWaits', { count: intakes }) : '', count ? t('waiting', { count }) : '']
    .filter(Boolean)
    .join(' ')
}
