import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadImage } from './contact-calls.ts'
import classes from './contacts.module.css'
import { SignatureCanvas } from './signature-canvas-public.tsx'

interface SignatureFieldProps {
  /** Of the signature that was drawn. */
  fileId: string | null
  onChange: (fileId: string | null) => void
}

/** A person signs with a finger, a pen or a mouse. Whoever cannot draw types their name instead. */
export function SignatureField({ fileId, onChange }: SignatureFieldProps) {
  const { t } = useTranslation('clients')
  if (!fileId) return <Drawing onDone={onChange} />
  return (
    <div className={classes.signature}>
      <img src={`/api/file/${fileId}`} alt={t('consent.signature')} />
      <Button variant="default" onClick={() => onChange(null)}>
        {t('consent.signAgain')}
      </Button>
    </div>
  )
}

function Drawing({ onDone }: { onDone: (fileId: string) => void }) {
  const { t } = useTranslation('clients')
  const [drawn, setDrawn] = useState<HTMLCanvasElement | null>(null)
  const [round, setRound] = useState(0)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  // A signature that arrives once the consent is given in another way is none.
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const clear = () => {
    setDrawn(null)
    setRound(round + 1)
  }
  const send = () =>
    drawn?.toBlob(async (blob) => {
      if (!blob) return
      setSending(true)
      setFailed(false)
      try {
        const { id } = await uploadImage(new File([blob], 'signature.png', { type: 'image/png' }))
        if (!isGone.current) onDone(id)
      } catch {
        setFailed(true)
        setSending(false)
      }
    }, 'image/png')
  return (
    <div className={classes.signature}>
      <span id="signature-label">{t('consent.signHere')}</span>
      <SignatureCanvas key={round} labelledBy="signature-label" onDrawn={setDrawn} />
      {hasFailed && <p className={classes.error}>{t('consent.uploadFailed')}</p>}
      <Group>
        <Button variant="light" disabled={!drawn} loading={isSending} onClick={send}>
          {t('consent.useSignature')}
        </Button>
        <Button variant="subtle" disabled={!drawn} onClick={clear}>
          {t('consent.clearSignature')}
        </Button>
      </Group>
    </div>
  )
}
