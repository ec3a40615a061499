package tournament

// Called names the protocol, if there is one.
func (s Settings) Called() string {
	if s.Protocol == "" {
		return ""
	}
	return "protocol " + s.Protocol + ", "
}
