import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'

/** Says why a call was refused, in its own words where the ticket was merged meanwhile; the caller keeps what was written. */
export function useRefusal() {
  const { t } = useTranslation(['tickets', 'platform'])
  return (error: unknown): never => {
    const isMerged = error instanceof ApiError && error.code === 'ticket-merged'
    notify(t(isMerged ? 'merged.refused' : 'platform:notice.wentWrong'), 'bad')
    throw error
  }
}
