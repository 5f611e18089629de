{{- define "clutch.name" -}}
{{- if contains "clutch" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-clutch" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "clutch.labels" -}}
{{ include "clutch.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "clutch.selector" -}}
app.kubernetes.io/name: clutch
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "clutch.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{/* What every container of the portal is allowed to do: nothing beyond its own process. */}}
{{- define "clutch.container" -}}
image: {{ include "clutch.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "clutch.podSecurity" -}}
# Variables of a Service named like the release begin with CLUTCH_, and the portal refuses settings that it does not know.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- end }}

{{/* The settings: plain ones from the ConfigMap, secrets as files. */}}
{{- define "clutch.env" -}}
{{- range $setting, $_ := .Values.secrets }}
- { name: {{ $setting }}_FILE, value: /run/secrets/clutch/{{ $setting }} }
{{- end }}
{{- end }}

{{- define "clutch.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $setting, $source := .Values.secrets }}
      - secret:
          name: {{ $source.name | quote }}
          items: [{ key: {{ $source.key | quote }}, path: {{ $setting }} }]
      {{- end }}
{{- end }}
