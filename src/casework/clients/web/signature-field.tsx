import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import SignaturePad from 'signature_pad'
import { uploadImage } from './contact-calls.ts'
import classes from './contacts.module.css'

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
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const area = canvas.current
    const context = area?.getContext('2d')
    if (!area || !context) return
    const scale = Math.max(window.devicePixelRatio, 1)
    area.width = area.offsetWidth * scale
    area.height = area.offsetHeight * scale
    context.scale(scale, scale)
    // On white, so that it can be read everywhere.
    const made = new SignaturePad(area, { backgroundColor: '#fff', penColor: '#000' })
    made.addEventListener('endStroke', () => setEmpty(made.isEmpty()))
    pad.current = made
    return () => made.off()
  }, [])
  const clear = () => {
    pad.current?.clear()
    setEmpty(true)
  }
  const send = () =>
    canvas.current?.toBlob(async (blob) => {
      if (!blob) return
      setSending(true)
      setFailed(false)
      try {
        onDone((await uploadImage(new File([blob], 'signature.png', { type: 'image/png' }))).id)
      } catch {
        setFailed(true)
        setSending(false)
      }
    }, 'image/png')
  return (
    <div className={classes.signature}>
      <span id="signature-label">{t('consent.signHere')}</span>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-labelledby="signature-label" />
      {hasFailed && <p className={classes.error}>{t('consent.uploadFailed')}</p>}
      <Group>
        <Button variant="light" disabled={isEmpty} loading={isSending} onClick={send}>
          {t('consent.useSignature')}
        </Button>
        <Button variant="subtle" disabled={isEmpty} onClick={clear}>
          {t('consent.clearSignature')}
        </Button>
      </Group>
    </div>
  )
}
