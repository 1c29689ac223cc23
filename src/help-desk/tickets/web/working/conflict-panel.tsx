import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { SupportRequest } from '../../support-request-call.ts'
import dialog from '../ticket-dialogs.module.css'
import { TicketStatusChip } from '../ticket-words.tsx'
import type { TicketDraft } from '../use-ticket-draft.ts'
import classes from './working.module.css'

/** Two people changed the status: shows both side by side, with who changed it and when, and lets the reader choose. */
export function ConflictPanel({
  ticket,
  draft: { conflict, takeTheirs, keepMine },
}: {
  ticket: SupportRequest
  draft: TicketDraft
}) {
  const { t, i18n } = useTranslation('tickets')
  if (!conflict) return null
  const [yours, theirs] = [t(`choices.status.${conflict.yours}`), t(`choices.status.${conflict.theirs}`)]
  const last = ticket.auditRecords.find(({ field }) => field === 'status')
  const { firstName, lastName } = last?.portalAccount?.contact ?? { firstName: '', lastName: '' }
  const when = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'short', dateStyle: 'medium' })
  return (
    <div role="alert" className={dialog.conflict}>
      <strong>{t('conflict.title')}</strong>
      <p className={classes.told}>{t('conflict.text', { yours, theirs })}</p>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('work.sideYours')}>
          <h3>{t('work.sideYours')}</h3>
          <TicketStatusChip status={conflict.yours} />
          <p className={classes.told}>{t('work.notSaved')}</p>
          {!ticket.mergedInto && (
            <Button variant="default" onClick={keepMine}>
              {t('conflict.yours', { status: yours })}
            </Button>
          )}
        </section>
        <section className={classes.side} aria-label={t('work.sideTheirs')}>
          <h3>{t('work.sideTheirs')}</h3>
          <TicketStatusChip status={conflict.theirs} />
          <p className={classes.told}>
            {last &&
              t('work.savedBy', { who: `${firstName} ${lastName}`, when: when.format(new Date(last.auditDate)) })}
          </p>
          <Button variant="default" onClick={takeTheirs}>
            {t('conflict.theirs', { status: theirs })}
          </Button>
        </section>
      </div>
    </div>
  )
}
