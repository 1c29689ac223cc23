import { useTranslation } from 'react-i18next'
import type { Waiting } from '#casework/intakes/web/offline-public.ts'
import { intakesOf, refusedIntakes, waits } from './use-waiting.ts'

/** What waits to be sent, and what the portal refused, in words. */
export function WaitingWords({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('on-device')
  const intakes = intakesOf(waiting)
  const { count } = waiting
  const refused = refusedIntakes(waiting).length
  if (!waits(waiting) && !refused) return t('nothingWaits')
  return [
    intakes ? t('intakeWaits', { count: intakes }) : '',
    count ? t('waiting', { count }) : '',
    refused ? t('attention', { count: refused }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}
