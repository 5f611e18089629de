import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value shows the page again. */
  resetKey?: unknown
}

interface State {
  broken: { error: unknown } | null
  resetKey: unknown
}

/** A11: shows an error instead of a page, or of all that is inside of it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { broken: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Pick<State, 'broken'> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, held: State): State | null {
    return resetKey === held.resetKey ? null : { broken: null, resetKey }
  }

  override render(): ReactNode {
    return this.state.broken === null ? this.props.children : <ErrorPage error={this.state.broken.error} />
  }
}
