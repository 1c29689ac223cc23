import { useState } from 'react'
import { Captcha } from '#platform/web/captcha.tsx'

/** A form's captcha: its code, and a new challenge after a failure. */
export function useCaptcha() {
  const [code, setCode] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  return {
    code,
    reset: () => {
      setCode(null)
      setRound((r) => r + 1)
    },
    widget: <Captcha key={round} onCode={setCode} />,
  }
}
