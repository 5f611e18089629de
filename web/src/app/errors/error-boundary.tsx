import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface State {
  broken: { error: unknown } | null
}

/** A11: the last wall around the whole page, for errors outside any route. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { broken: null }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: { error } }
  }

  override render(): ReactNode {
    return this.state.broken === null ? this.props.children : <ErrorPage error={this.state.broken.error} />
  }
}
