import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '../../support-request-call.ts'
import classes from './filing.module.css'

/** An earlier try did reach the portal, and what is written has changed since: its writer decides what becomes of that. */
export function AlreadyFiled({
  ticket,
  onAdd,
  onFileAnew,
}: {
  ticket: SupportRequest
  onAdd: () => Promise<void>
  onFileAnew: () => Promise<void>
}) {
  const { t } = useTranslation('tickets')
  const [isBusy, setBusy] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  // It stands below the form, maybe out of sight.
  useEffect(() => panel.current?.focus(), [])
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    // The call has told it; what was written stays.
    await act().catch(() => undefined)
    setBusy(false)
  }
  return (
    <div ref={panel} role="alert" tabIndex={-1} className={classes.earlier}>
      <p>{t('filed.text', { ticketNumber: ticket.ticketNumber })}</p>
      <Group gap="sm">
        <Button size="compact-md" loading={isBusy} onClick={() => run(onAdd)}>
          {t('filed.add', { ticketNumber: ticket.ticketNumber })}
        </Button>
        <Button size="compact-md" variant="default" disabled={isBusy} onClick={() => run(onFileAnew)}>
          {t('filed.anew')}
        </Button>
      </Group>
    </div>
  )
}
