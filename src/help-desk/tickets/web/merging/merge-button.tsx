import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import type { SupportRequest } from '../../support-request-call.ts'
import { isAgent } from '../working/working-calls.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** Opens the merge dialog from a ticket, for people who handle tickets. Undo is shown with the merged ticket. */
export function MergeButton({ ticket }: { ticket: SupportRequest }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  if (!isAgent() || ticket.mergedInto) return null
  return (
    <>
      <Button variant="default" leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('merge.open')}
      </Button>
      {isOpen && (
        <MergeDialog
          tickets={[ticket]}
          onClose={() => setOpen(false)}
          onMerged={({ text }) => {
            notify(text)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
