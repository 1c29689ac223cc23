import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { editorPath } from '#directory/editing/web/editing-public.tsx'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import shared from '#ui/pairs.module.css'
import type { MergedPair } from '../duplicate-pair.ts'
import { separatePair } from './duplicate-calls.ts'

/** Two listings that were merged, which can be undone. */
export function MergedCard({ pair, onSeparated }: { pair: MergedPair; onSeparated: () => void }) {
  const { t } = useTranslation(['duplicates', 'platform'])
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const { stays, gone, mergedBy, mergedOn } = pair
  const names = { stays: stays.name ?? t('unnamed'), gone: gone.name ?? t('unnamed') }
  const separate = async () => {
    setSending(true)
    try {
      await separatePair(pair.id)
      notify(t('merged.undone'))
      setAsking(false)
      onSeparated()
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setSending(false)
    }
  }
  return (
    <Card labelledBy={`pair-${pair.id}`} className={shared.item ?? ''}>
      <h2 id={`pair-${pair.id}`}>{t('merged.title', names)}</h2>
      <p className={shared.soft}>{t('merged.by', { name: mergedBy, when: timeInWords(mergedOn) })}</p>
      <div className={shared.actions}>
        <Link to={`${editorPath({ kind: pair.kind, id: stays.id })}/history`}>{t('merged.history')}</Link>
        <Button variant="default" onClick={() => setAsking(true)} aria-label={t('merged.undoFor', names)}>
          {t('merged.undo')}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('merged.undoTitle')}
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          <p>{t('merged.undoText', names)}</p>
          <div className={shared.actions}>
            <Button variant="default" onClick={() => setAsking(false)} disabled={isSending}>
              {t('platform:form.cancel')}
            </Button>
            <Button loading={isSending} onClick={() => void separate()} data-autofocus>
              {t('merged.undo')}
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
