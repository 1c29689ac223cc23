import i18next from 'i18next'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { loadMethods, type SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { notify } from '#platform/web/notify.ts'
import { stepUp } from '#platform/web/session-user.ts'
import { loadTexts } from '#platform/web/texts.ts'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

type DialogProps = Omit<StepUpDialogProps, 'methods'>
async function loadDialog(methods: SignInMethod[]): Promise<ComponentType<DialogProps>> {
  const [{ StepUpDialog }, loaded] = await Promise.all([
    import('./step-up-dialog.tsx'),
    loadMethods(methods),
    loadTexts('accounts'),
  ])
  return (props) => <StepUpDialog {...props} methods={loaded} />
}

/**
 * Above the signed-in screens: if a call requires a fresh authentication, asks the owner in a dialog, and the call
 * continues. Concurrent calls share one dialog.
 */
export function StepUp({ methods }: { methods: SignInMethod[] }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null)
  const asked = useRef<{ answer: Promise<boolean>; end: (isConfirmed: boolean) => void }>(undefined)
  const end = (isConfirmed: boolean) => {
    asked.current?.end(isConfirmed)
    asked.current = undefined
    setDialog(null)
  }
  const ask = () => {
    if (asked.current) return asked.current.answer
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked.current = { answer: promise, end: resolve }
    loadDialog(methods).then(
      (loaded) => asked.current?.answer === promise && setDialog(() => loaded),
      () => {
        notify(i18next.t('platform:notice.wentWrong'), 'bad')
        end(false)
      },
    )
    return promise
  }
  const acts = useRef({ ask, end })
  acts.current = { ask, end }
  useEffect(() => {
    stepUp.ask = () => acts.current.ask()
    // Before the handlers of the dialogs behind, which would close and lose their input.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !asked.current) return
      event.stopImmediatePropagation()
      acts.current.end(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      stepUp.ask = null
      window.removeEventListener('keydown', onKey, { capture: true })
      acts.current.end(false)
    }
  }, [])
  return Dialog && <Dialog onConfirmed={async () => end(true)} onCancel={() => end(false)} />
}
