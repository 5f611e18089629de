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

{{/* The settings that are no secrets, as the data of a ConfigMap. */}}
{{- define "clutch.settings" -}}
CLUTCH_PUBLIC_URL: {{ required "publicUrl: the https address that players type" .Values.publicUrl | quote }}
CLUTCH_TRUST_PROXY: {{ required "trustProxy: the network of the ingress or gateway, or none" .Values.trustProxy | quote }}
{{- if .Values.files.enabled }}
CLUTCH_DEMO_DIR: /files/demos
CLUTCH_MAP_PICTURE_DIR: /files/map-pictures
CLUTCH_BACKUP_DIR: /files/backups
{{- else if ne (default "" .Values.settings.CLUTCH_FILE_STORE) "s3" }}
{{- fail "files: enable the volume, or set CLUTCH_FILE_STORE to s3: demos and backups would be lost with their pod" }}
{{- end }}
{{- if .Values.metrics.enabled }}
CLUTCH_METRICS_PORT: {{ .Values.metrics.port | quote }}
CLUTCH_METRICS_HOST: 0.0.0.0
{{- end }}
{{- if eq (default "" .Values.settings.CLUTCH_RENTAL_DRIVER) "kubernetes" }}
{{- if not .Values.settings.CLUTCH_KUBERNETES_AGENT_IMAGE }}
CLUTCH_KUBERNETES_AGENT_IMAGE: {{ include "clutch.image" . | quote }}
{{- end }}
{{- $pool := default dict (first .Values.rentals.pools) }}
{{- if and $pool.gameImage (not .Values.settings.CLUTCH_KUBERNETES_IMAGE) }}
CLUTCH_KUBERNETES_IMAGE: {{ $pool.gameImage | quote }}
{{- end }}
{{- end }}
{{- range $setting, $value := .Values.settings }}
{{ $setting }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Other settings have another name: new ones start new pods, and a rollback finds the ones of before. */}}
{{- define "clutch.settingsName" -}}
{{ include "clutch.name" . }}-settings-{{ include "clutch.settings" . | sha256sum | trunc 10 }}
{{- end }}
